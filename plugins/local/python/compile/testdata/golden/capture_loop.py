for i in range(3):
    if i:
        y = i
    else:
        print(i)
    while i:
        i -= 1
