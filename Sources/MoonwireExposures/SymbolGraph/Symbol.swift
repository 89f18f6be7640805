/// A declaration in a symbol graph.
struct Symbol: Decodable, Sendable {
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let docComment: Comment?
    let declarationFragments: [Fragment]
    let functionSignature: FunctionSignature?
    let accessLevel: String
    let availability: [Availability]?
    let location: Location?
    let swiftGenerics: Generics?

    struct Kind: Decodable, Sendable {
        let identifier: String
    }

    struct Identifier: Decodable, Sendable {
        let precise: String
    }

    struct Comment: Decodable, Sendable {
        let lines: [Line]

        struct Line: Decodable, Sendable {
            let text: String
        }
    }

    struct FunctionSignature: Decodable, Sendable {
        let parameters: [Parameter]?

        struct Parameter: Decodable, Sendable {
            let name: String
            let declarationFragments: [Fragment]
        }
    }

    struct Availability: Decodable, Sendable {
        let introduced: Version?
        let deprecated: Version?
        let obsoleted: Version?
        let isUnconditionallyDeprecated: Bool?
        let isUnconditionallyUnavailable: Bool?

        struct Version: Decodable, Sendable {}
    }

    struct Location: Decodable, Sendable {
        let uri: String
        let position: Position

        struct Position: Decodable, Sendable {
            let line: Int
            let character: Int?
        }
    }

    struct Generics: Decodable, Sendable {
        let parameters: [Parameter]?

        struct Parameter: Decodable, Sendable {
            let name: String
        }
    }
}
