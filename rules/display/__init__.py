"""What is shown and told: values that chat, console and pictures lay out, and their wording."""
