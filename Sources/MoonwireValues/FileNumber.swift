import MoonwireSupport

/// The number of a script file: a name gets one at its first use, and keeps it until the process ends.
package struct FileNumber: Sendable, Hashable {
    private let number: Int32

    package init(_ name: String) {
        number = FileNames.number(of: name)
    }

    package var name: String { FileNames.name(of: number) }
}

/// All names that have a number.
private enum FileNames {
    private struct State {
        var names: [String] = []
        var numbers: [String: Int32] = [:]
    }

    private static let state = Lock(State())

    static func number(of name: String) -> Int32 {
        state.withLock { state in
            if let known = state.numbers[name] { return known }
            let number = Int32(truncatingIfNeeded: state.names.count)
            state.names.append(name)
            state.numbers[name] = number
            return number
        }
    }

    static func name(of number: Int32) -> String {
        state.withLock { $0.names[Int(number)] }
    }
}
