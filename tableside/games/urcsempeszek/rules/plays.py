"""Every kind of move, in the order of the chapters."""

from tableside.games.urcsempeszek.rules import bidding, deal, evaluation, payment, refill, setup

PLAYS = (*setup.PLAYS, *deal.PLAYS, *bidding.PLAYS, *evaluation.PLAYS, *payment.PLAYS, *refill.PLAYS)
