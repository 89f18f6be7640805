/// An initializer, a method, or a static method.
struct FunctionDeclaration: Sendable {
    enum Role: Sendable { case initializer, method, staticMethod }

    let role: Role
    /// With its labels: `start(gear:)`.
    let fullName: String
    let declaration: Declaration
    let parameters: [Parameter]
    let isAsync: Bool
    let isThrowing: Bool
    let isMutating: Bool
    let isFailable: Bool
    /// Whether it has type parameters of its own.
    let isGeneric: Bool
    let isolation: Isolation

    /// Without labels: `start`.
    var name: String { String(fullName.prefix { $0 != "(" }) }

    init(_ symbol: Symbol, role: Role, isolation: Isolation, typeParameters: [String]) {
        self.role = role
        fullName = symbol.pathComponents.last ?? ""
        declaration = Declaration(symbol)
        let list = ParameterList(symbol)
        parameters = list.parameters
        isAsync = list.hasEffect("async")
        isThrowing = list.hasEffect("throws") || list.hasEffect("rethrows")
        let fragments = symbol.declarationFragments
        isMutating = fragments.hasKeyword("mutating")
        isFailable = role == .initializer && fragments.text.contains(/\binit[?!]/)
        let own = symbol.swiftGenerics?.parameters?.map(\.name) ?? []
        isGeneric = own.contains { !typeParameters.contains($0) } || parameters.contains { $0.type?.isOpaque == true }
        self.isolation = isolation
    }
}
