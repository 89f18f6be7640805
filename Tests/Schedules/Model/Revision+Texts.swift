// A revision as the contents of files. Every file may end after any line, and then means something else.
extension Revision {
    /// The first file includes the others, as far as they contain something.
    static let fileCount = 3

    /// The required contents of the files.
    var texts: [String] {
        var texts = (0..<Self.fileCount).map(text(ofServicesIn:))
        for file in texts.indices.dropFirst().reversed() where !texts[file].isEmpty {
            texts[0] = "include \(file)\n" + texts[0]
        }
        for (number, value) in values.enumerated() { texts[0] += "value \(number) \(value)\n" }
        for member in members { texts[0] += "tag \(member)\n" }
        if isBroken { texts[0] += "broken\n" }
        return texts
    }

    private func text(ofServicesIn file: Int) -> String {
        let services = versions.indices.filter { $0 % Self.fileCount == file && (versions[$0], layers[$0]) != (0, 0) }
        return services.map { "service \($0) \(versions[$0]) \(layers[$0])\n" }.joined()
    }

    /// Files with these contents.
    ///
    /// `text` returns the contents of a file; nil if it cannot be read.
    init(_ blueprint: Blueprint, text: (Int) -> String?) {
        self.init(blueprint)
        versions = versions.map { _ in 0 }
        layers = layers.map { _ in 0 }
        values = values.map { _ in 0 }
        hasTag = hasTag.map { _ in false }
        var files = [0]
        while let file = files.popLast() {
            guard let text = text(file) else {
                isBroken = true
                continue
            }
            for line in text.split(separator: "\n") { read(line, &files) }
        }
    }

    private mutating func read(_ line: Substring, _ files: inout [Int]) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words[0], numbers.count) {
        case ("include", 1): files.append(numbers[0])
        case ("value", 2): values[numbers[0]] = numbers[1]
        case ("tag", 1): hasTag[numbers[0]] = true
        case ("service", 3): (versions[numbers[0]], layers[numbers[0]]) = (numbers[1], numbers[2])
        default: isBroken = true
        }
    }
}
