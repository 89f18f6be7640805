/// A class, an actor, a structure, or an enumeration.
struct TypeDeclaration: Sendable {
    enum Kind: Sendable { case `class`, finalClass, actor, structure, enumeration }

    let identifier: String
    /// The name with the names of the types around it.
    let path: [String]
    let kind: Kind
    let declaration: Declaration
    let isolation: Isolation
    /// The names of its type parameters.
    let typeParameters: [String]
    /// The identifier of its superclass.
    var superclass: String?
    /// The protocols to which it conforms.
    var conformances: [Conformance] = []
    var functions: [FunctionDeclaration] = []
    var properties: [PropertyDeclaration] = []

    struct Conformance: Sendable, Equatable {
        /// The identifier of the protocol.
        let identifier: String
        /// The name with its module, if the protocol is of another module.
        let foreignName: String?
        /// Whether it holds for some arguments of a generic type only.
        let isConditional: Bool
    }

    /// The protocol of exposed types, with its module.
    static let exposed = "MoonwireCore.Exposed"

    /// As source code names it: `Outer.Inner`.
    var name: String { path.joined(separator: ".") }

    var initializers: [FunctionDeclaration] { functions.filter { $0.role == .initializer } }

    func conforms(to name: String) -> Bool { conformances.contains { $0.foreignName == name } }
}
