internal import CLuaShim

extension LuaStack {
    /// Pushes the value of the interpreter that represents null.
    package func pushNull() {
        if interpreter.kept.null == 0 {
            mw_define_token(thread, Self.nullToken, "null")
            pushToken(kind: Self.nullToken, index: 0)
            interpreter.kept.null = mw_keep(thread)
        }
        mw_push_kept(thread, interpreter.kept.null)
    }
}
