"""The analogue line simulated with ngspice."""
