import MoonwireValues

/// A closure of the application as a hook.
final class SwiftHook: CallableHookFunction {
    let isOfScript = false
    let namesItself: Bool
    private let body: @Sendable ([HookArgument], HookInfo) throws -> HookAnswer

    init(namesItself: Bool = false, _ body: @escaping @Sendable ([HookArgument], HookInfo) throws -> HookAnswer) {
        self.namesItself = namesItself
        self.body = body
    }

    func run(_ arguments: [HookArgument], _ info: HookInfo) throws -> HookAnswer { try body(arguments, info) }
}

extension HookArgument {
    /// The argument as an object, which represents a value of any kind.
    fileprivate var object: AnyObject {
        switch self {
        case .object(let object, _): object
        case .value(let value): boxed(value)
        case .definition(let definition): boxed(definition)
        case .error(let error): boxed(error)
        }
    }
}

extension [HookArgument] {
    /// An object as the type that the closure takes; throws ``ContainerError`` if its type differs.
    func object<T>(_ index: Int, _ info: HookInfo) throws -> T {
        if case .object(let object, _) = self[index],
            ObjectIdentifier(Swift.type(of: object)) == ObjectIdentifier(T.self)
        {
            // An instance of the very class, so that no cast is needed.
            return unsafeBitCast(object, to: T.self)
        }
        return try convertedObject(index, info)
    }

    /// Apart, because casts look up metadata, also where none is needed.
    @inline(never) private func convertedObject<T>(_ index: Int, _ info: HookInfo) throws -> T {
        let object = self[index].object
        if let box = object as? AnyValueBox, let value = box.anyValue as? T { return value }
        if let value = object as? T { return value }
        throw ContainerError(.wrongHookArgument(info.event, info.id, dynamicType(of: object), wanted: T.self))
    }

    /// Plain data; null for an object.
    func value(_ index: Int) -> PlainValue {
        if case .value(let value) = self[index] { value } else { .null }
    }
}
