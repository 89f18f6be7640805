public import MoonwireValues

extension LuaFunction {
    /// The function as a typed Swift closure.
    ///
    ///     let text = "return function(a, b) return a + b end"
    ///     let add = try lua.evaluate(text, name: "add.lua", as: LuaFunction.self)
    ///         .typed(Int.self, Int.self, returning: Int.self)
    ///     let three = try add(1, 2)
    public func typed<each A: Convertible, R: Convertible>(
        _ arguments: repeat (each A).Type, returning result: R.Type
    ) -> @Sendable (repeat each A) throws -> R {
        { (values: repeat each A) in try self.call(repeat each values, as: R.self) }
    }

    /// The function as a typed Swift closure without a result.
    public func typed<each A: Convertible>(
        _ arguments: repeat (each A).Type
    ) -> @Sendable (repeat each A) throws -> Void {
        { (values: repeat each A) in try self.call(repeat each values) }
    }
}
