"""What players read: board, key, picture, reports, reasons; all of the short telling."""
