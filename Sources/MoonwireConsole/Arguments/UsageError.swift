/// A call that a command does not understand.
struct UsageError: Error {
    let message: String
    var suggestions: [String] = []

    init(_ message: String, suggestions: [String] = []) {
        self.message = message
        self.suggestions = suggestions
    }
}
