# Careline's verbs. `make` alone, or `make help`, lists them.
#
# Everything runs through deploy/dev/toolchain/run: on this machine where Swift 6 is installed, else in a Debian root with
# Debian's own Swift that it makes under .careline/ (once, about two minutes).
SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help up test fuzz demo bench chaos attack containers build setup clean

RUN := deploy/dev/toolchain/run
# debug builds in a third of the time; CONFIG=release is for load. `make bench` always takes release.
CONFIG ?= debug

help: ## this list
	@echo "Careline, the backend of a care platform. The verbs:"
	@echo
	@sed -nE 's/^([a-z]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
	@echo
	@echo "Options of up:  make up ARGS='--port 9080 --state /somewhere'   (all: make up ARGS=--help)"
	@echo "The broker:     embedded; KAFKA_HOME=… make up runs that Kafka; CARE_KAFKA_BOOTSTRAP=host:port make up uses a running one"

up: ## install what is missing, build, and run the whole platform on http://127.0.0.1:8080 until Ctrl-C
	@$(RUN) deploy/dev/up $(CONFIG) $(ARGS)

test: ## set up the same way and run every test, on the embedded broker and, where there is one, on a real Kafka
	@$(RUN) deploy/dev/test $(ARGS)

fuzz: ## an hour over every parser that a stranger reaches, then heads through the gateway (ARGS='long TARGET…' for some; CARE_FUZZ_SECONDS for each)
	@$(RUN) deploy/dev/setup
	@$(RUN) Tests/Fuzz/run $(or $(ARGS),long)

demo: ## the story: log in as another app, book, write, keep records, be reminded, find an emergency room, hear of it from Kafka
	@$(RUN) deploy/dev/story demo $(ARGS)

bench: ## the figures, each with its reference measured in the same run (release build; also in .careline/bench.jsonl)
	@$(RUN) deploy/dev/story bench $(ARGS)

chaos: ## the long run of faults: kill -9 of everything under load, then an independent check of what was promised (ARGS=cluster: of a cluster, as root)
	@$(RUN) deploy/dev/story chaos $(ARGS)

attack: ## the long run of attacks: hostile clients against services under their containers' memory limits, while a gentle one goes on (as root)
	@$(RUN) deploy/dev/story attack $(ARGS)

containers: ## the images and the compose file, proved with Podman: kills, scaling, an upgrade (as root; needs 25 GB and half an hour)
	@$(RUN) deploy/dev/setup test
	@Tests/Outside/containers/run $(ARGS)

build: ## build everything (CONFIG=release for an optimised build)
	@$(RUN) deploy/dev/setup
	@$(RUN) deploy/dev/build $(CONFIG)

setup: ## install what is missing, for running and for testing; nothing else
	@$(RUN) deploy/dev/setup test

clean: ## remove what was built and the platform's data (asks first; not the toolchain)
	@deploy/dev/clean
