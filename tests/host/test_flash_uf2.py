"""Images for the wrong chip, cut off, damaged, too old: all said before anything is copied."""

import struct

import pytest

from tengen.errors import TengenError
from tengen.flash import bootsel
from tengen.flash.uf2 import read_image

RP2040, RP2350, ESP32, ABSOLUTE = 0xE48BFF56, 0xE48BFF59, 0x1C5F21B0, 0xE48BFF57


def block(address, payload, number, count, family, flags=0x2000):
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(payload), number, count, family)
    return (head + payload).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def uf2(version=b"1.29.0", name=b"Raspberry Pi Pico with RP2040", family=RP2040):
    """A small image with what MicroPython has in it, spread over blocks of 256 bytes."""
    content = b"\0" * 300 + b"3.4.0; MicroPython v%s on 2026-08-29\0" % version + b"; %s\0" % name
    content += bytes(2000 - len(content))
    pieces = [content[i : i + 256].ljust(256, b"\0") for i in range(0, len(content), 256)]
    return b"".join(block(0x10000000 + 256 * i, piece, i, len(pieces), family) for i, piece in enumerate(pieces))


def pico2(version=b"1.29.0"):
    first = block(0x10FFFF00, bytes(256), 0, 2, ABSOLUTE)
    return first + uf2(version, name=b"Raspberry Pi Pico2 with RP2350", family=RP2350)


def checked(tmp_path, data):
    path = tmp_path / "image.uf2"
    path.write_bytes(data)
    return read_image(path)


def test_good_images(tmp_path):
    image = checked(tmp_path, uf2())
    assert (image.chip, image.board, image.version) == ("RP2040", "RPI_PICO", (1, 29, 0))
    # RP2350 images begin with a block of another family (erratum RP2350-E10).
    image = checked(tmp_path, pico2())
    assert (image.chip, image.board) == ("RP2350", "RPI_PICO2")


@pytest.mark.parametrize(
    "data, message",
    [
        (b"", "not a UF2 file"),
        (b"PK\3\4" + bytes(600), "not a UF2 file"),
        (uf2()[:-100], "middle of a block"),
        (uf2()[:-512], "not whole, 7 of 8 blocks"),
        (uf2()[:1024] + bytes(512) + uf2()[1536:], "damaged at block 2"),
        (uf2(family=ESP32), "another chip"),
        (uf2(version=b"1.26.1"), "1.26.1; Tengen needs 1.27"),
        (uf2(name=b"Raspberry Pi Pico W with RP2040"), "Pico W with RP2040; Tengen needs"),
        (uf2(name=b"Raspberry Pi Pico2 with RP2350"), "Pico2 with RP2350; Tengen needs"),
        (uf2().replace(b"MicroPython", b"BetterBasic"), "no MicroPython image"),
        (uf2() + uf2(family=RP2350), "more than one chip"),
    ],
)
def test_bad_images(tmp_path, data, message):
    with pytest.raises(TengenError, match=message) as error:
        checked(tmp_path, data)
    assert "\n" not in str(error.value)


def test_missing_image(tmp_path):
    with pytest.raises(TengenError, match="cannot read"):
        read_image(tmp_path / "none.uf2")


@pytest.fixture
def drive(tmp_path):
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
    return folder


def test_chip_of_the_drive(drive):
    assert bootsel.chip_of(drive) == "RP2040"
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n")
    assert bootsel.chip_of(drive) == "RP2350"
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v2.0\nModel: Adafruit Feather nRF52840\nBoard-ID: nRF52840\n")
    with pytest.raises(TengenError, match="another kind of board"):
        bootsel.chip_of(drive)


def test_image_of_the_other_chip_is_not_copied(drive, tmp_path):
    # The RP2040 takes no notice of an RP2350 image, and says nothing about it.
    path = tmp_path / "pico2.uf2"
    path.write_bytes(pico2())
    with pytest.raises(TengenError, match="is for the RP2350, the board on .* is an RP2040: take RPI_PICO"):
        bootsel.copy(read_image(path), drive)
    assert sorted(p.name for p in drive.iterdir()) == ["INFO_UF2.TXT"]


def test_copy_is_judged_by_the_drive_going_away(drive, tmp_path, monkeypatch):
    path = tmp_path / "Пико 2.uf2"
    path.write_bytes(uf2())
    monkeypatch.setattr(bootsel, "GONE_S", 0.3)
    assert bootsel.copy(read_image(path), drive) is False
    assert (drive / "image.uf2").read_bytes() == path.read_bytes()  # not "Пико 2.uf2": FAT takes not every letter

    def vanish(source, target):
        (drive / "INFO_UF2.TXT").unlink()
        raise OSError(5, "Input/output error")  # as macOS reports a good copy

    monkeypatch.setattr(bootsel.shutil, "copyfile", vanish)
    assert bootsel.copy(read_image(path), drive) is True


def test_two_boards_in_bootsel():
    with pytest.raises(TengenError, match="two boards in BOOTSEL"):
        bootsel.find(["/media/a/RPI-RP2", "/media/a/RPI-RP21"])
    assert bootsel.find([]) is None


def test_drive_that_is_not_mounted(tmp_path):
    with pytest.raises(TengenError, match="not mounted"):
        bootsel.chip_of(tmp_path / "RPI-RP2")


def test_without_a_network_the_download_says_what_to_do(tmp_path, monkeypatch):
    """mpflash is really called: it takes the options, and finds that nobody is there."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said = []
    with pytest.raises(TengenError, match="could not download the image RPI_PICO2 .*give it with --uf2") as error:
        bootsel.download("RP2350", said.append)
    assert "connect" in str(error.value) and "\n" not in str(error.value), error.value

    # One that was fetched before will do; which one it is, is said.
    earlier = tmp_path / "tengen" / "images" / "rp2" / "RPI_PICO2-v1.28.0.uf2"
    earlier.parent.mkdir(exist_ok=True)
    earlier.write_bytes(pico2(version=b"1.28.0"))
    assert bootsel.download("RP2350", said.append).path == earlier
    assert said[-1].startswith("could not download it (") and said[-1].endswith("the image fetched before is taken")


def test_where_nothing_may_be_kept_nothing_is_downloaded(tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(TengenError, match="RPI_PICO cannot be kept in .*Not a directory.*give it with --uf2"):
        bootsel.download("RP2040", lambda _: None)


# In place of the network in mpflash's process: the pages it looks at, and what hangs on them.
SITE = """
import pathlib, requests, mpflash.versions
PAGES = {
    "download/?port=rp2": '<a class="board-card" href="RPI_PICO"></a><a class="board-card" href="RPI_PICO2"></a>',
    "download/RPI_PICO2": "".join(
        f'<a href="/resources/firmware/RPI_PICO2-{name}.uf2"></a>'
        for name in ("20260829-v1.29.0", "20260406-v1.28.0", "RISCV-20260829-v1.29.0", "20261101-v1.30.0-preview.9.gab")
    ),
}
FILES = {name: pathlib.Path(__file__).with_name(name).read_bytes() for name in ("pico2.uf2", "riscv.uf2")}


def get(url, **_):
    answer = requests.Response()
    path = url.removeprefix("https://micropython.org/")
    if path in PAGES:
        answer._content = PAGES[path].encode()
    elif path.endswith("-v1.29.0.uf2"):
        answer._content = FILES["riscv.uf2" if "RISCV" in path else "pico2.uf2"]
    else:
        raise requests.ConnectionError(f"nothing at {url}")
    return answer


requests.get = get
mpflash.versions._fetch_micropython_versions = lambda minver, reverse: VERSIONS
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Sets the list of MicroPython's versions that mpflash finds."""
    (tmp_path / "pico2.uf2").write_bytes(pico2())
    (tmp_path / "riscv.uf2").write_bytes(uf2(name=b"Raspberry Pi Pico2 with RP2350-RISCV", family=0xE48BFF5A))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return lambda versions: (tmp_path / "sitecustomize.py").write_text(SITE + f"VERSIONS = {versions!r}\n")


def test_what_mpflash_fetches_is_checked_and_taken(site):
    """mpflash is really called. With the image for a Pico 2 it fetches that of its RISC-V cores, which is not ours."""
    site(["v1.28.0", "v1.29.0", "v1.30.0-preview"])
    image = bootsel.download("RP2350", lambda _: None)
    assert (image.chip, image.version, image.path.name) == ("RP2350", (1, 29, 0), "RPI_PICO2-v1.29.0.uf2")
    assert (image.path.parent / "RPI_PICO2-RISCV-v1.29.0.uf2").is_file()


def test_mpflash_that_finds_no_image_is_quoted(site):
    """As when the list of versions cannot be read: its server refuses whoever asks too often."""
    site([])
    with pytest.raises(TengenError, match="RPI_PICO2 .No relevant firmwares could be found .*give it with --uf2"):
        bootsel.download("RP2350", lambda _: None)
