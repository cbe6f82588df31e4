"""Every legal action, counting them, and the practice opponent that looks ahead."""
