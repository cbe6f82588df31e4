"""The edit distance between two words, counted in typing slips."""


def distance(one: str, two: str, most: int) -> int:
    """The optimal string alignment distance: insertions, deletions, substitutions and swaps of two
    neighbours.  Returns `most + 1` for anything above `most`."""
    if abs(len(one) - len(two)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, left in enumerate(one, 1):
        last, row, earlier = row, [i], before
        for j, right in enumerate(two, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left != right))
            if i > 1 and j > 1 and left == two[j - 2] and one[i - 2] == right:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = last
    return row[-1]
