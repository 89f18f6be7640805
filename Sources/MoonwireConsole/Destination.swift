import Foundation

/// Where a command puts its result: into a file, or where all commands write.
struct Destination {
    static let option = Option("--output", .file, help: "write into this file")

    private let file: String?
    private let output: Output

    init(_ options: Options, _ output: Output) {
        file = options.value(Self.option.name)
        self.output = output
    }

    var isFile: Bool { file != nil }

    /// Throws ``UsageError`` when the file cannot be written.
    func write(_ text: String) throws {
        guard let file else { return output.write(text) }
        do {
            try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: file))
        } catch {
            throw UsageError.unwritable(file)
        }
    }
}
