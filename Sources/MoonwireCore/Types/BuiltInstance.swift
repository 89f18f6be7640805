/// An instance on the way from one task or actor to another.
struct BuiltInstance: @unchecked Sendable {  // Passed on as the scope of its service allows.
    let object: AnyObject

    init(_ object: AnyObject) {
        self.object = object
    }
}
