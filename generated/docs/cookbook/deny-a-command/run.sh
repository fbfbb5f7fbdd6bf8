#!/usr/bin/env bash
# Denies `npm`: this project uses pnpm.

found=$(hookwire commands --match npm)
[[ -z $found ]] || hookwire reply block "This project uses pnpm. Run the same command with pnpm."
