/// The sentences about exposures.
enum Wording {
    static func typeLeftOut(_ type: String, _ reason: Reason) -> String {
        "\(type) has no generated exposure: \(text(reason)); write its exposure by hand"
    }

    static func memberLeftOut(_ member: String, _ reason: Reason) -> String {
        "\(member) is not exposed: \(text(reason))"
    }

    static func doesNotCompile(_ member: String, _ message: String) -> String {
        "\(member) is not exposed, because its exposure does not compile: \(message)"
    }

    static func unreadSlot(_ slot: String, _ failure: SlotSource.Failure) -> String {
        let reason =
            switch failure {
            case .notFound: "its declaration was not found in the source"
            case .noLiteral: "the argument of its property wrapper is not a plain string literal"
            }
        return "\(slot) is not checked when scripts are loaded: \(reason)"
    }

    static func notListed(_ type: String, _ message: String) -> String {
        "\(type) is not in Exposures.all, because it does not compile there: \(message)"
    }

    static func argumentLeftOut(_ argument: String, of function: String, _ reason: ParameterReason) -> String {
        "\(function): argument \"\(argument)\" is not exposed and keeps its default: \(text(reason))"
    }

    static func onlyPrivateInitializers(_ type: String) -> String {
        "\(type) is exposed without an initializer: all of its initializers are private"
    }

    static func unusedGenericType(_ type: String) -> String {
        "\(type) is generic and is not in Exposures.all: no exposed type uses it with concrete types; pass \(type)<…>.self to the container"
    }

    static func unknownMember(_ name: String, of type: String, near: String?) -> String {
        "\(type) has no member \"\(name)\"" + (near.map { ", did you mean \"\($0)\"?" } ?? "")
    }

    static func ambiguousMember(_ name: String, of type: String, _ candidates: [String]) -> String {
        "\(type) has several members \"\(name)\": write one of \(candidates.joined(separator: ", "))"
    }

    static func sameMemberName(_ one: String, _ other: String, of type: String) -> String {
        "\(type): scripts cannot distinguish \(one) and \(other), which have the same name"
    }

    static func misspelledItem(_ item: String, of type: String) -> String {
        "\(type): \"- \(item):\" has no effect, did you mean \"- Exposes:\"?"
    }

    static func ineffectiveComment(_ type: String, _ mistake: CommentMistake) -> String {
        switch mistake {
        case .notExposed: "\(type): \"- Exposes:\" has no effect, because \(type) does not conform to Exposed"
        case .handWritten: "\(type): \"- Exposes:\" has no effect, because its exposure is written by hand"
        }
    }

    private static func text(_ reason: Reason) -> String {
        switch reason {
        case .isPrivate: "it is private"
        case .deprecated: "it is deprecated"
        case .limitedAvailability: "it is not available on all versions of the system"
        case .unavailable: "it is unavailable"
        case .failable: "it is failable"
        case .generic: "it has type parameters"
        case .mutating: "it is mutating"
        case .sameLabels(let line):
            "scripts cannot distinguish it from the initializer in line \(line), which has the same labels"
        case .parameter(let name, let reason): "parameter \"\(name)\" \(text(of: reason))"
        case .staticProperty: "it is a static property"
        case .isolatedProperty: "it is isolated to an actor, and scripts cannot await a property"
        case .asynchronousProperty: "it is asynchronous, and scripts cannot await a property"
        case .conditionalConformance: "it conforms to Exposed under a condition"
        case .inheritedExposure(let base): "its superclass \(base) has one that is written by hand"
        }
    }

    private static func text(_ reason: ParameterReason) -> String { "it \(text(of: reason))" }

    private static func text(of reason: ParameterReason) -> String {
        switch reason {
        case .inout: "is inout"
        case .sending: "is sending"
        case .variadic: "is variadic"
        case .function: "is a function; for a function of a script, its type must be LuaFunction"
        case .autoclosure: "is an autoclosure"
        case .tuple: "is a tuple"
        case .unnamed: "has no name"
        case .repeatedLabel: "has the label of another parameter"
        case .unknown: "has a declaration that could not be read"
        case .notOmittable: "has no label and cannot be left out"
        case .privateDefault(let name): "has a default that refers to \"\(name)\", which is private"
        case .contextualDefault(let literal): "has the default \(literal), which depends on the call"
        case .longDefault: "has a default of several lines"
        }
    }
}
