# Needs python3 (3.11 or newer) and make; everything else goes into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOCS := $(VENV)/.docs
BUILD := build
# The command is started hundreds of times: its modules are compiled once, also for users who keep Python from doing so.
unexport PYTHONDONTWRITEBYTECODE

DEMO := average-overflow.c ring-buffer.c bakery-choosing-2-broken.pl gas-burner-dense.smt2 token-pair.vmt traffic-light.smv one-writer.spec

.DEFAULT_GOAL := help
.PHONY: help venv demo test tests nightly lint format docs bench fixpoint clean

help:  ## Show this list
	@sed -n 's/^\([a-z]*\):.*##  *\(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

# What reads Verilog compiles itself, once on a machine: here, so that no test and no check waits for it.
YOSYS := $(BIN)/python -c 'from assay.frontends.verilog.compiled import compile_once; compile_once(["design.v"], print)'

venv: $(STAMP)  ## Create .venv with Assay and its development tools (again only if pyproject.toml changed)
	@$(YOSYS)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Assay needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@echo "Installing Assay into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@

demo: $(STAMP)  ## Check a few examples: verdict, evidence and statistics
	@for example in $(DEMO); do \
	    printf '\n$$ assay check examples/%s\n' "$$example"; \
	    status=0; $(BIN)/assay check "examples/$$example" --time 60s || status=$$?; \
	    case $$status in \
	        0|10) ;; \
	        *) echo "make demo: $$example ended with exit code $$status" >&2; exit 1 ;; \
	    esac; \
	done
	@mkdir -p $(BUILD)
	@printf '\n$$ assay check examples/count-up.smt2 --witness $(BUILD)/count-up.witness\n'
	@$(BIN)/assay check examples/count-up.smt2 --time 60s --witness $(BUILD)/count-up.witness
	@printf '\n$$ cat $(BUILD)/count-up.witness\n'
	@cat $(BUILD)/count-up.witness

test: lint  ## Style, types, import rules, then all tests
	@$(MAKE) --no-print-directory tests

tests: $(STAMP)
	@$(YOSYS)
	$(BIN)/pytest

nightly: $(STAMP)  ## Random circuits, designs, Horn clauses and C programs by the thousand, mutants of inputs and evidence (about an hour)
	ASSAY_CIRCUITS=1000 $(BIN)/pytest -s -n 0 tests/agreement/test_random_circuits.py tests/differential/test_aiger_against_abc.py \
		tests/differential/test_aiger_meaning.py tests/differential/test_btor2_meaning.py
	ASSAY_MUTANTS=300 $(BIN)/pytest -s -n 0 tests/attack/test_mutated_evidence.py
	ASSAY_SMV_DESIGNS=2000 $(BIN)/pytest -s -n 0 tests/differential/test_smv_meaning.py
	ASSAY_VERILOG_DESIGNS=300 $(BIN)/pytest tests/differential/test_verilog_designs.py
	ASSAY_HORN=2000 ASSAY_MUTATED_INPUTS=5000 $(BIN)/pytest tests/attack/test_random_horn.py tests/attack/test_mutated_inputs.py
	ASSAY_TRICKY=1000 $(BIN)/pytest -s -n 0 tests/attack/test_tricky.py
	ASSAY_EXAMPLES=300 $(BIN)/pytest tests/laws tests/agreement
	ASSAY_CAMPAIGN=1 ASSAY_C_PROGRAMS=400 $(BIN)/pytest tests/differential/test_c_language.py tests/differential/test_c_against_gcc.py

lint: $(STAMP)  ## Style, types and import rules
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)  ## Rewrite the sources in the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(DOCS)  ## Build the documentation as a site (build/site/index.html)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open $(BUILD)/site/index.html"

$(DOCS): $(STAMP)
	@echo "Installing what builds the site into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[docs]'
	@touch $@

bench: $(STAMP)  ## Compare exploration orders (see benchmarks/); what is in the store already is not run again
	$(BIN)/assay bench run benchmarks/papers/subsumer-first.toml --store $(BUILD)/subsumer-first.db

fixpoint: $(STAMP)  ## 20,000 random systems against exact search; figures of CGR, dual CGR, FBAR and the hybrid
	ASSAY_FIXPOINT_SYSTEMS=20000 $(BIN)/pytest tests/agreement/test_fixpoint_engines.py -k random_systems
	$(BIN)/python benchmarks/random_systems.py

clean:  ## Remove everything that make created
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache src/*.egg-info
	find src tests examples benchmarks docs -name __pycache__ -type d -prune -exec rm -rf {} +
