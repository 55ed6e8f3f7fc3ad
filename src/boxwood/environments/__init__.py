"""The games for reinforcement learning: `aec` for two agents (PettingZoo), `single` for one (Gymnasium).

Both need the extra `environments`: pip install 'boxwood[environments]'.
"""
