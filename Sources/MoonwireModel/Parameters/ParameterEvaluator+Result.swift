extension ParameterEvaluator {
    /// A filled-in value, and what it contains.
    package struct Result {
        package var value: WiredValue
        package var marks: Marks = []
        /// Its approximate number of bytes and elements.
        var size = 1
        /// The number of elements in all lists and maps, plus one for the value itself.
        var elements = 1
        /// The extent of its evaluation.
        var reach = Reach()
        package var isSecret: Bool { marks.contains(.secret) }
        /// Whether the value comes only from the environment and must not be shown.
        var isHidden: Bool { marks.isSuperset(of: [.secret, .environment]) }
    }

    package struct Marks: OptionSet {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It contains a secret: the value is never shown.
        package static let secret = Marks(rawValue: 1)
        /// It contains a variable of the environment, which may change.
        package static let environment = Marks(rawValue: 2)
    }

    /// The length of the chain of parameters to the value, and the number of parameters, lists, and maps around its innermost list
    /// or map.
    struct Reach {
        var chain = 0
        var nesting = 0

        mutating func formMaximum(_ other: Reach) {
            chain = max(chain, other.chain)
            nesting = max(nesting, other.nesting)
        }
    }
}
