/// An error in the arguments of a call.
struct UsageError: Error {
    let message: String
    var suggestions: [String] = []

    init(_ message: String, suggestions: [String] = []) {
        self.message = message
        self.suggestions = suggestions
    }
}
