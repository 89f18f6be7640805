import LuaRuntime
import MoonwireCore
import MoonwireValues

/// The `c` of a script's functions: `c.get "id"`, `c.param "name"`, `c.preference "Group.name"`, `c.tagged "tag"`, and
/// `c.argument "name"`, also written `c:get("id")`.
final class ScriptContext: Sendable {
    /// Registers contexts with an interpreter.
    static func register(_ link: LateResolver, with interpreter: Interpreter) {
        let methods = methods(link, word: "c")
        let unknown = HostFunction(name: "c") { call in
            let name = try call.argument(1)?.string() ?? ""
            throw ContainerError(
                .unknownMember(
                    name, of: "c", known: ["argument", "built", "get", "param", "preference", "tagged"],
                    at: call.callSite))
        }
        var look = HostClass(name: "c", methods: methods, unknownMember: unknown)
        look.refusesUnknownMembers = true
        interpreter.register(look, for: ObjectIdentifier(ScriptContext.self))
        ModuleContext.register(methods, unknown, with: interpreter)
    }

    /// How scripts request services and parameters: with a dot or with a colon.
    static func methods(_ link: LateResolver, word: String) -> [String: HostFunction] {
        [
            "argument": function("argument", of: word, link, second: "default", argument),
            "built": function("built", of: word, link, built),
            "get": function("get", of: word, link, second: "{ … }", get),
            "param": function("param", of: word, link, parameter),
            "preference": function("preference", of: word, link, preference),
            "tagged": function("tagged", of: word, link, tagged),
        ]
    }

    /// A function with one argument, or with a second one that may be left out; more are an error.
    ///
    /// `second` is that argument as hints show it.
    private static func function(
        _ name: String, of word: String, _ link: LateResolver, second: String? = nil,
        _ body: @escaping @Sendable (_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn
    ) -> HostFunction {
        let whole = "\(word).\(name)"
        let form = second.map { WordForm(2, "\(whole)(\"id\", \($0))") } ?? WordForm(1, "\(whole) \"id\"")
        return HostFunction(name: name) { call in
            if call.count > form.most {
                var form = form
                form.receivesItself = offset(call) == 1
                if let surplus = form.surplus(of: whole, in: call) { throw ContainerError(surplus) }
            }
            return try body(call, link, whole)
        }
    }

    /// Passes an instance to a script: plain values as they are, everything else as an object.
    static func push(_ instance: AnyObject, isWeak: Bool, to stack: LuaStack) throws {
        if let box = instance as? AnyValueBox, !(box.anyValue is any Exposed),
            let plain = box.anyValue as? any Convertible
        {
            try plain.write(to: stack.writer)
        } else if isWeak {
            // There may be no other owner: the instance lives at least as long as the call.
            stack.lend(instance)
            try stack.push(weak: instance)
        } else {
            try stack.write(object: instance, at: 0)
        }
    }

    private static func get(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let id = link.id(of: try name(call, of: word, "the id of a service"), in: call.payload)
        let resolver = try resolver(call, link)
        let given = try arguments(call, of: word, id)
        let (instance, isWeak) = try located(call) { try call.runUserCode { try resolver.instance(id, given) } }
        try push(instance, isWeak: isWeak, to: call.stack)
        return .values(1)
    }

    /// The instance that a service has; nil if it has none.
    private static func built(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let id = link.id(of: try name(call, of: word, "the id of a service"), in: call.payload)
        let resolver = try resolver(call, link)
        let found = try located(call) { try call.runUserCode { try resolver.builtInstance(id) } }
        if let (instance, isWeak) = found {
            try push(instance, isWeak: isWeak, to: call.stack)
        } else {
            call.stack.pushNil()
        }
        return .values(1)
    }

    /// The arguments for a service, by name; nil if the call passes none.
    private static func arguments(_ call: LuaCall, of word: String, _ id: String) throws -> GivenArguments? {
        let index = offset(call) + 1
        guard call.count > index else { return nil }
        let position = call.position(index)
        guard position != 0, call.stack.luaType(at: position) == .table, call.stack.rawLength(at: position) == 0 else {
            throw ContainerError(.expectsArguments(word, id, found: call.found(index), at: call.callSite))
        }
        do {
            return try GivenArguments(ValueReader(call.stack, position: position))
        } catch let error as ConversionError {
            throw ContainerError(.unreadableArguments(word, id, error, at: call.callSite), underlying: error)
        }
    }

    /// The value of an argument with which the service was resolved that a function builds; a second argument is the default.
    private static func argument(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let name = try name(call, of: word, "the name of an argument")
        let resolver = try resolver(call, link)
        let hasDefault = call.count > offset(call) + 1
        let value = try located(call) {
            try call.runUserCode {
                try resolver.withArgument(name, hasDefault: hasDefault) { try ScriptArguments.read($0) }
            }
        }
        if let value {
            try ScriptArguments.write(value, to: call.stack)
        } else {
            call.stack.copyToTop(call.position(offset(call) + 1))
        }
        return .values(1)
    }

    private static func parameter(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let name = try name(call, of: word, "a parameter's name")
        let resolver = try resolver(call, link)
        let value = try located(call) {
            try call.runUserCode { try resolver.withParameter(name) { try PlainValue.read(from: $0) } }
        }
        try value.write(to: call.stack.writer)
        return .values(1)
    }

    private static func preference(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let name = try name(call, of: word, "a preference's name")
        let resolver = try resolver(call, link)
        let value = try located(call) { try call.runUserCode { try resolver.preference(name, as: PlainValue.self) } }
        try value.write(to: call.stack.writer)
        return .values(1)
    }

    private static func tagged(_ call: LuaCall, _ link: LateResolver, _ word: String) throws -> LuaReturn {
        let tag = try name(call, of: word, "a tag")
        let resolver = try resolver(call, link)
        let location = call.callSite
        let instances = try located(call) {
            try call.runUserCode { try resolver.instances(tagged: tag, at: location) }
        }
        try call.stack.writeList(count: instances.count, at: 0) { index, _ in
            try push(instances[index].instance, isWeak: instances[index].isWeak, to: call.stack)
        }
        return .values(1)
    }

    /// The instructions that an error of the container costs.
    private static let instructionsOfError: Int64 = 1_000
    /// Names up to this length cost nothing; each further byte costs this many instructions.
    private static let usualName = 200
    private static let instructionsOfByte = 8

    /// The name in a call; long names cost instructions.
    private static func name(_ call: LuaCall, of word: String, _ what: String) throws -> String {
        let name = try call.name(offset(call), of: word, what)
        let surplus = name.utf8.count - usualName
        if surplus > 0 { _ = call.stack.spend(Int64(surplus * instructionsOfByte)) }
        return name
    }

    /// Adds the line of the call to errors that have no location.
    private static func located<R>(_ call: LuaCall, _ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as ContainerError {
            // The script may catch the error and continue, so the error costs instructions.
            _ = call.stack.spend(instructionsOfError)
            let sites = call.callLocations
            let diagnostics = error.diagnostics.map { diagnostic in
                guard diagnostic.location == nil else { return diagnostic }
                var copy = diagnostic
                copy.location = sites.first
                return copy.called(from: sites)
            }
            throw ContainerError(diagnostics, underlying: error.underlying)
        }
    }

    /// In a call with a colon, the context is the first argument.
    private static func offset(_ call: LuaCall) -> Int {
        let first = call.position(0)
        return first != 0 && call.stack.luaType(at: first) == .userdata && call.stack.token(at: first) == nil ? 1 : 0
    }

    private static func resolver(_ call: LuaCall, _ link: LateResolver) throws -> ServiceResolver {
        if let resolver = link.current { return resolver }
        throw ContainerError(.retired(at: call.callSite))
    }
}
