"""The subcommands of `referee`, one module per group: `arguments` declares, `run` does."""
