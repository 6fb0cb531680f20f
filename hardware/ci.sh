#!/usr/bin/env bash
# Checks the boards: generated files up to date, ERC, DRC with schematic parity, the tests that need KiCad,
# ngspice and build123d. Installs these first if they are missing. Uses the project's virtual environment (make setup).
set -euo pipefail
cd "$(dirname "$0")/.."
bash hardware/install.sh
python=.venv/bin/python
"$python" -m hardware.pin_table --check
"$python" -m hardware.kicad.project --check
"$python" -m hardware.guide --check
"$python" -m hardware.build --check
"$python" -m pytest -q -rs tests/hardware --ignore tests/hardware/test_cad.py
make hardware-cad-check
