"""A5: the RP2040's ADC has steps at four codes; a reading that dithers across one is no event."""

from test_sensing import Q16, SIZE, frame_of, settled

from board.sensing import Sensing, layout

HALF, GROUND = 8100, 20
CODES = (512, 1536, 2048, 2560, 3584)


def test_a_reading_that_dithers_across_a_step_is_no_event():
    site = layout(SIZE)[Q16]
    for code in CODES:
        sensing = Sensing(SIZE)
        raw = frame_of({}, half=HALF, ground=GROUND)
        raw[site] = 4 * code
        _, t = settled(sensing, raw, 0, 4000)
        changes = 0
        for step in range(200):
            # A sum of four conversions, each on either side of the step.
            raw[site] = 4 * code - 4 + step * 7 % 9
            changes += sensing.frame(raw, t)
            t += 20
        assert changes == 0, code
