import LuaRuntime
import MoonwireCore

/// The kinds of token.
///
/// Scripts can hold tokens, but not look into them.
enum TokenKind: Int32 {
    /// The interpreter's own: `LuaStack.nullToken`.
    case null = 0
    /// A reference, or another value of the evaluation; the token's index identifies it.
    case value
    case skip, auto
    /// The words that are called, and have fields as well.
    case ref, optional, later, lazy, provider
    case inherited

    /// The word that creates a reference of that kind.
    init(_ kind: ServiceReference.Kind) {
        self =
            switch kind {
            case .required: .ref
            case .optional, .built: .optional
            case .later: .later
            case .lazy: .lazy
            case .provider: .provider
            }
    }

    /// The name in scripts and messages.
    var name: String {
        switch self {
        case .null: "null"
        case .value: "reference"
        case .skip: "skip"
        case .auto: "auto"
        case .inherited: "inherited"
        case .ref: "ref"
        case .optional: "optional"
        case .later: "later"
        case .lazy: "lazy"
        case .provider: "provider"
        }
    }
}

extension Interpreter {
    func define(_ kind: TokenKind, call: HostFunction? = nil, field: HostFunction? = nil) throws {
        try defineToken(kind: kind.rawValue, name: kind.name, call: call, field: field)
    }
}

extension LuaStack {
    /// What the token at a position is; nil for any other value.
    func tokenKind(at position: Int) -> TokenKind? { token(at: position).flatMap { TokenKind(rawValue: $0.kind) } }

    func push(_ kind: TokenKind, index: Int32 = 0) { pushToken(kind: kind.rawValue, index: index) }
}
