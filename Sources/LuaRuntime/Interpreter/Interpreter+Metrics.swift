extension Interpreter {
    /// Counts the calls of all functions that Swift receives from now on.
    ///
    /// - Parameter metrics: Where they are counted.
    /// - Throws: ``LuaError`` when the stack of this thread is used up.
    public func measureFunctions(with metrics: FunctionMetrics) throws {
        try withStack { _ in self.metrics = metrics }
    }
}
