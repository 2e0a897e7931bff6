AG req
#FAIL: (1)
E req U
