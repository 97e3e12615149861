def f():
    out = 0
    for i0 in range(2 if 0 < 3 else 1):
        for i1 in range(2 if 1 < 3 else 1):
            for i2 in range(2 if 2 < 3 else 1):
                for i3 in range(2 if 3 < 3 else 1):
                    for i4 in range(2 if 4 < 3 else 1):
                        for i5 in range(2 if 5 < 3 else 1):
                            for i6 in range(2 if 6 < 3 else 1):
                                for i7 in range(2 if 7 < 3 else 1):
                                    for i8 in range(2 if 8 < 3 else 1):
                                        for i9 in range(2 if 9 < 3 else 1):
                                            for i10 in range(2 if 10 < 3 else 1):
                                                for i11 in range(2 if 11 < 3 else 1):
                                                    for i12 in range(2 if 12 < 3 else 1):
                                                        for i13 in range(2 if 13 < 3 else 1):
                                                            for i14 in range(2 if 14 < 3 else 1):
                                                                for i15 in range(2 if 15 < 3 else 1):
                                                                    for i16 in range(2 if 16 < 3 else 1):
                                                                        for i17 in range(2 if 17 < 3 else 1):
                                                                            out += 1
    return out
print(f())
def t():
    try:
        try:
            try:
                try:
                    try:
                        try:
                            try:
                                try:
                                    try:
                                        try:
                                            try:
                                                try:
                                                    try:
                                                        try:
                                                            try:
                                                                return 1
                                                            finally: print(14)
                                                        finally: print(13)
                                                    finally: print(12)
                                                finally: print(11)
                                            finally: print(10)
                                        finally: print(9)
                                    finally: print(8)
                                finally: print(7)
                            finally: print(6)
                        finally: print(5)
                    finally: print(4)
                finally: print(3)
            finally: print(2)
        finally: print(1)
    finally: print(0)
print(t())
