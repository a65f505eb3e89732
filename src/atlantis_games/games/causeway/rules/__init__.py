"""The rules as kernels, by chapter of the rulebook (rules.md beside this folder).

| Chapter | File |
|---|---|
| §2 Setup | setup.py; cards.py for piles and hands |
| §3 A turn, step by step (§4 to §9) | turn.py |
| §4.4 Chains that can be finished | chains.py |
| §4.1, §5.1 to §5.3, §6.1, §8.1 The path as it lies | path.py |
| §5.4 to §5.7 What can pay | funds.py |
| §10 The last journey and the score | scoring.py |
"""
