"""Reviewing a side's round over the API: its draft, its edits, its score as they stand."""

from fastapi import APIRouter

router = APIRouter()
