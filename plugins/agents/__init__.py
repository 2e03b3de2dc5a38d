"""Agents for any system: `random` answers with any legal option, `captain` with the option that its system
judges best.
"""
