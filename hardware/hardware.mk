# Included by the Makefile: what is made from the board description. KiCad 9 comes from hardware/install.sh.
.PHONY: hardware hardware-files hardware-route hardware-check hardware-cad hardware-cad-check

hardware: $(STAMP) build/ibom ## Gerbers, drill, placement, parts lists, drawings and renders into build/hardware (KiCad 9)
	@$(BIN)/python -m hardware.build

hardware-check: $(STAMP) ## ERC and DRC with schematic parity (KiCad 9)
	@$(BIN)/python -m hardware.build --check

hardware-files: $(STAMP) ## Pin table, schematics and tables of the build guide anew from hardware/board.py and design
	@$(BIN)/python -m hardware.pin_table
	@$(BIN)/python -m hardware.kicad.project
	@$(BIN)/python -m hardware.guide

hardware-route: hardware-files ## Place and route the boards anew (KiCad 9)
	@set -e; for board in half_strip_go half_strip_wide controller; do /usr/bin/python3 -m hardware.kicad.layout $$board; done

hardware-cad: hardware-cad-check ## Stones and other printed parts into build/cad, pictures into the guide (build123d, 1 GB)
	@build/cad-venv/bin/python -m hardware.cad.export

hardware-cad-check: build/cad-venv ## Tests of the printed parts
	@build/cad-venv/bin/python -m pytest -q tests/hardware/test_cad.py

build/cad-venv: hardware/requirements-cad.lock
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check -r $<

# For KiCad's own Python, which runs it; it brings its own copy of what it needs.
build/ibom:
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $@ interactivehtmlbom==2.12.0
