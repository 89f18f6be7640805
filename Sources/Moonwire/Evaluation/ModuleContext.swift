import LuaRuntime

/// The `c` of the functions of a file that is included as a module: the ids of the file precede others.
final class ModuleContext: Sendable {
    /// The number of the module, from 1.
    private let number: Int

    init(number: Int) {
        self.number = number
    }

    /// Registers contexts whose fields are the methods of others, bound to the module.
    static func register(
        _ methods: [String: HostFunction], _ unknown: HostFunction, with interpreter: Interpreter
    ) {
        let getters = methods.map { name, method in
            (
                name,
                HostFunction(name: name) { call in
                    let context = try call.stack.object(at: call.position(0), as: ModuleContext.self)
                    call.stack.pushFunction(method, payload: context?.number ?? 0)
                    return .values(1)
                }
            )
        }
        interpreter.register(
            HostClass(
                name: "c", getters: Dictionary(uniqueKeysWithValues: getters), unknownMember: unknown),
            for: ObjectIdentifier(ModuleContext.self))
    }
}
