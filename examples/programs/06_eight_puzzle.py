# import: heapq
# Solve sliding puzzles with A* and the Manhattan distance.
import heapq

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def manhattan(state):
    total = 0
    for i, tile in enumerate(state):
        if tile:
            total += abs(i // 3 - (tile - 1) // 3) + abs(i % 3 - (tile - 1) % 3)
    return total


def neighbours(state):
    zero = state.index(0)
    row, col = divmod(zero, 3)
    for name, dr, dc in (("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)):
        r, c = row + dr, col + dc
        if 0 <= r < 3 and 0 <= c < 3:
            other = r * 3 + c
            board = list(state)
            board[zero], board[other] = board[other], board[zero]
            yield name, tuple(board)


def solvable(state):
    tiles = [t for t in state if t]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])
    return inversions % 2 == 0


def solve(start):
    if not solvable(start):
        return None, 0
    queue = [(manhattan(start), 0, start)]
    came_from = {start: (None, None)}
    cost = {start: 0}
    expanded = 0
    while queue:
        _, g, state = heapq.heappop(queue)
        if state == GOAL:
            path = []
            while came_from[state][0] is not None:
                state, move = came_from[state]
                path.append(move)
            return path[::-1], expanded
        if g > cost[state]:
            continue  # a stale entry
        expanded += 1
        for move, nxt in neighbours(state):
            if g + 1 < cost.get(nxt, float("inf")):
                cost[nxt] = g + 1
                came_from[nxt] = (state, move)
                heapq.heappush(queue, (g + 1 + manhattan(nxt), g + 1, nxt))


def show(state):
    return "\n".join(" ".join(str(t) if t else "." for t in state[i:i + 3]) for i in (0, 3, 6))


for puzzle in [(1, 2, 3, 4, 5, 6, 0, 7, 8), (2, 8, 3, 1, 6, 4, 7, 0, 5), (8, 1, 3, 4, 0, 2, 7, 6, 5), (1, 3, 6, 5, 0, 2, 4, 7, 8)]:
    print(show(puzzle))
    path, expanded = solve(puzzle)
    if path is None:
        print("-> unsolvable\n")
    else:
        print(f"-> {len(path)} moves, {expanded} states expanded: {' '.join(m[0].upper() for m in path)}\n")
