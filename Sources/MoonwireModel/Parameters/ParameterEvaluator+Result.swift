extension ParameterEvaluator {
    /// A value in which nothing is left to fill in, and what went into it.
    package struct Result {
        package var value: WiredValue
        package var marks: Marks = []
        /// How many bytes and elements it has, roughly.
        var size = 1
        /// How many elements there are in all lists and maps, and the value itself.
        var elements = 1
        /// How far its evaluation went.
        var reach = Reach()
        package var isSecret: Bool { marks.contains(.secret) }
        /// Whether only the environment tells the value, and nobody may be told.
        var isHidden: Bool { marks.isSuperset(of: [.secret, .environment]) }
    }

    package struct Marks: OptionSet {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A secret went in: the value is never shown.
        package static let secret = Marks(rawValue: 1)
        /// The environment was read: the value may be another one next time.
        package static let environment = Marks(rawValue: 2)
    }

    /// How many parameters lead to a value, and how many parameters, lists, and maps to the innermost list or map in it.
    struct Reach {
        var chain = 0
        var nesting = 0

        mutating func formMaximum(_ other: Reach) {
            chain = max(chain, other.chain)
            nesting = max(nesting, other.nesting)
        }
    }
}
