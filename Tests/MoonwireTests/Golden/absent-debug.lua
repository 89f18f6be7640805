debug.traceback()
