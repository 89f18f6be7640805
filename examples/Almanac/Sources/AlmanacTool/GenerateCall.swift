import AlmanacParts
import Foundation

/// `almanac generate COUNT FOLDER`: writes pages for measurements.
struct GenerateCall {
    private let count: Int
    private let folder: String

    /// Nil if the arguments are those of another call.
    init?(_ arguments: [String]) throws {
        guard arguments.first == "generate" else { return nil }
        guard arguments.count == 3, let count = Int(arguments[1]), count > 0 else {
            throw CallError("generate expects COUNT and FOLDER")
        }
        self.count = count
        folder = arguments[2]
    }

    /// Writes the pages, which are the same for each call.
    func run() throws { try GeneratedPages(count: count).write(to: folder) }
}
