public import MoonwireValues

extension LuaFunction {
    /// Returns the function as a typed Swift closure.
    ///
    ///     let source = "return function(a, b) return a + b end"
    ///     let add = try lua.evaluate(source, name: "add.lua", as: LuaFunction.self)
    ///         .typed(Int.self, Int.self, returning: Int.self)
    ///     let three = try add(1, 2)
    ///
    /// - Parameters:
    ///   - arguments: The types of the arguments.
    ///   - result: The type of the result.
    /// - Returns: A closure that calls the function.
    public func typed<each A: Convertible, R: Convertible>(
        _ arguments: repeat (each A).Type, returning result: R.Type
    ) -> @Sendable (repeat each A) throws -> R {
        { (values: repeat each A) in try self.call(repeat each values, as: R.self) }
    }

    /// Returns the function as a typed Swift closure without a result.
    ///
    /// - Parameter arguments: The types of the arguments.
    /// - Returns: A closure that calls the function.
    public func typed<each A: Convertible>(
        _ arguments: repeat (each A).Type
    ) -> @Sendable (repeat each A) throws -> Void {
        { (values: repeat each A) in try self.call(repeat each values) }
    }
}
