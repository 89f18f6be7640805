import Foundation

/// The output format of a command.
enum Format: String, CaseIterable {
    case text, json

    static let option = Option(
        "--format", .choice(allCases.map(\.rawValue)), help: "the output format; text by default")

    init(_ options: Options) {
        self = options.value(Self.option.name).flatMap(Format.init) ?? .text
    }

    /// Writes the lines, the message for an empty result, or the value as JSON.
    func write(
        _ lines: @autoclosure () -> [String], orNothing nothing: String = "", json value: some Encodable,
        to output: Console.Output
    ) throws {
        switch self {
        case .text:
            let lines = lines()
            for line in lines.isEmpty ? [nothing] : lines { output.write(line) }
        case .json: try output.write(json: value)
        }
    }
}

extension Console.Output {
    /// Writes a value as JSON with sorted keys; what there is not has no key.
    fileprivate func write(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        write(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
