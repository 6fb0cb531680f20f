# Included by the Makefile: what is made from the board description.
.PHONY: hardware-files hardware-route hardware-check hardware-build

hardware-files: $(STAMP) # pin tables, schematics, projects, tables of the build guide
	@$(BIN)/python -m hardware.pin_table
	@$(BIN)/python -m hardware.kicad.project
	@$(BIN)/python -m hardware.guide

hardware-route: hardware-files # place and route anew (KiCad 9)
	@for board in half_strip_go half_strip_wide controller; do /usr/bin/python3 -m hardware.kicad.layout $$board; done

hardware-check: $(STAMP) # ERC and DRC with schematic parity (KiCad 9)
	@$(BIN)/python -m hardware.build --check

hardware-build: $(STAMP) # gerbers, drill, placement, parts lists, drawings, renders in build/hardware (KiCad 9)
	@$(BIN)/python -m hardware.build
