#!/usr/bin/env python3
"""Runs on {event}{for_tool}."""

from hookwire import {verb}, run


def hook(call):
{body}


run({table})
