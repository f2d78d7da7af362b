"""Tests of what matches become for other programs, and for people without Woozle."""
