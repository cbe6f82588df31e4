"""What players read and see: board, key, report, reasons, descriptions, pictures, news."""
