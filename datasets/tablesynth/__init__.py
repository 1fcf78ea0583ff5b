"""Renders photographs of Hand & Foot tables with exact labels, and trains and judges the nets on them.

``python -m tablesynth`` renders scenes (``scene``) and whole tables (``tables``), ``python -m tablesynth.nets`` trains.
``decks`` are the cards, ``dealt`` how they lie, ``things`` what lies about, ``photo`` what a camera makes of it,
``labels`` what is known of a photo. ``realphotos`` reads real photos that people labelled, ``worse`` spoils both.
"""
