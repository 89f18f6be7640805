import Moonwire
import Synchronization

/// A page as it was read: its text and its front matter.
public final class Page: Sendable {
    /// Its path in the folder: `guide/setup.md`.
    public let path: String
    /// Its path in the site: `guide/setup.html`.
    public let address: String
    /// The page's file, as messages name it.
    let file: String
    let text: String
    let head: FrontMatter
    let date: String?
    let isDraft: Bool
    let order: Int
    private let mark = Mutex("")

    /// Throws ``Problem`` for invalid front matter.
    ///
    /// `folder` is the prefix of the path in messages.
    public init(path: String, in folder: String = ".", text: String) throws {
        self.path = path
        let file = folder == "." ? path : SitePath.join(folder, path)
        self.file = file
        self.text = text
        address = Self.address(of: path)
        let head = try FrontMatter(text, in: file)
        self.head = head
        date = try head.fields["date"].map { try Self.date($0, in: file, line: head.lines["date"]) }
        isDraft = try Self.flag("draft", head, in: file)
        order = try head.fields["order"].map { try Self.number($0, in: file, line: head.lines["order"]) } ?? .max
    }

    /// The text above the page, which hooks set.
    var banner: String {
        get { mark.withLock { $0 } }
        set { mark.withLock { $0 = newValue } }
    }

    /// A folder's `README.md` is the page of the folder itself.
    static func address(of path: String) -> String {
        let folder = SitePath.folder(of: path)
        let name = SitePath.name(of: path)
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return SitePath.join(folder, (stem.lowercased() == "readme" ? "index" : stem) + ".html")
    }

    private static func date(_ text: String, in file: String, line: Int?) throws -> String {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, (1...12).contains(numbers[1]),
            (1...31).contains(numbers[2])
        else { throw Problem.noDate(text, in: file, line: line) }
        return text
    }

    private static func flag(_ name: String, _ head: FrontMatter, in file: String) throws -> Bool {
        switch head.fields[name] {
        case nil, "false", "no": return false
        case "true", "yes": return true
        case let other?: throw Problem.noFlag(name, other, in: file, line: head.lines[name])
        }
    }

    private static func number(_ text: String, in file: String, line: Int?) throws -> Int {
        guard let number = Int(text) else { throw Problem.noNumber("order", text, in: file, line: line) }
        return number
    }
}

extension Page: Exposed {
    public static let exposure = Exposure(
        Page.self, documentation: "A page as it was read, as processors and hooks get it."
    ) {
        Property("path", \.path)
        Property("address", \.address)
        Property("draft", \.isDraft)
        Property("fields", \.head.fields)
        Property("banner", \.banner).documented("What is said above the page.")
    }
}
