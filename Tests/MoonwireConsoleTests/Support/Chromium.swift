import Foundation
import Testing

/// A browser without a window.
struct Chromium {
    /// Nil where none is installed.
    static let installed = installedProgram("chromium", "chromium-browser", "google-chrome").map(Chromium.init)

    private let program: String

    /// What a page has become after its scripts have run, and what it wrote to its console.
    struct Visit {
        let document: String
        let console: [String]

        /// An attribute of the document's own element.
        func fact(_ name: String) -> String? {
            let element = document.components(separatedBy: "<html").dropFirst().first?.prefix { $0 != ">" } ?? ""
            return element.components(separatedBy: "data-\(name)=\"").dropFirst().first?
                .components(separatedBy: "\"").first
        }
    }

    /// Opens a page at the place that the hash names; `script` runs after the page's own.
    func open(_ page: String, at hash: String = "", thenRun script: String = "") async throws -> Visit {
        let folder = try Folder(["page.html": page.replacing("</body>", with: "<script>\(script)</script></body>")])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--virtual-time-budget=5000",
            "--user-data-dir=\(folder.file("profile"))", "--enable-logging=stderr", "--dump-dom",
            "file://\(folder.file("page.html"))#\(hash)",
        ]
        try folder.write("", to: "document")
        try folder.write("", to: "complaints")
        process.standardOutput = FileHandle(forWritingAtPath: folder.file("document"))
        process.standardError = FileHandle(forWritingAtPath: folder.file("complaints"))
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        let texts = try ["document", "complaints"].map { try String(contentsOfFile: folder.file($0), encoding: .utf8) }
        return Visit(
            document: texts[0],
            console: texts[1].split(separator: "\n").filter { $0.contains("CONSOLE") }.map(String.init))
    }
}
