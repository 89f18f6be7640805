import Foundation
import Moonwire
import Testing

private final class Mailer: Exposed, Sendable {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    func send(_ text: String) -> String { "\(text) (sent through \(host):\(port))" }

    static let exposure = Exposure(Mailer.self) {
        Initializer("host", ExposedArgument("port", default: 25), body: Mailer.init)
    }
}

private final class Newsletter: Exposed, Sendable {
    let mailer: Mailer
    let greeting: String

    init(mailer: Mailer, greeting: String) {
        self.mailer = mailer
        self.greeting = greeting
    }

    func publish() -> String { mailer.send("\(greeting), reader!") }

    static let exposure = Exposure(Newsletter.self) {
        Initializer("mailer", "greeting", body: Newsletter.init)
    }
}

private func scriptURL() -> URL {
    if let path = ProcessInfo.processInfo.environment["NEWSROOM_SCRIPT"] { return URL(filePath: path) }
    return Bundle.main.bundleURL.appending(path: "container.lua")
}

/// The code of `Documentation/GettingStarted.md`, word for word.
@Suite(.timeLimit(.minutes(5))) struct GettingStartedGuideTests {
    private static let script = #"""
        service "mailer" {
            type = "Mailer",
            args = { host = "localhost" },
        }

        service "newsletter" {
            type = "Newsletter",
            args = { mailer = ref "mailer", greeting = "Hello" },
        }
        """#

    private let guide: Guide
    private let folder: Playground

    init() throws {
        guide = try Guide("Documentation/GettingStarted.md")
        folder = try Playground(["container.lua": Self.script])
    }

    @Test func theProgram() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [folder = folder.path as String] in
            try enter(folder)
            do {
                let container = try Container(
                    scripts: ["container.lua"], types: [Mailer.self, Newsletter.self], environment: .dev)
                let newsletter = try await container.resolve("newsletter", as: Newsletter.self)
                print(newsletter.publish())
            } catch {
                print(error)
                exit(1)
            }
        }
        #expect(try guide.output(1) == text(result?.standardOutputContent))
    }

    @Test func theMistake() async throws {
        try folder.write(Self.script.replacing(#"ref "mailer""#, with: #"ref "mailr""#), to: "container.lua")
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardOutputContent]) {
            [folder = folder.path as String] in
            try enter(folder)
            do {
                _ = try Container(
                    scripts: ["container.lua"], types: [Mailer.self, Newsletter.self], environment: .dev)
            } catch {
                print(error)
                exit(1)
            }
        }
        #expect(try guide.output(2) == text(result?.standardOutputContent))
    }

    @Test func theURL() async throws {
        await #expect(processExitsWith: .success) { @MainActor [folder = folder.path as String] in
            let beside = scriptURL()
            #expect(beside.lastPathComponent == "container.lua")
            setenv("NEWSROOM_SCRIPT", "\(folder)/container.lua", 1)
            let container = try Container(
                scripts: [scriptURL()], types: [Mailer.self, Newsletter.self], environment: .prod)
            #expect(container.contains("newsletter"))
        }
    }

    @Test func theEdits() async throws {
        let (good, bad) = (Self.script.replacing("Hello", with: "Good morning"), "\"Newsleter\"")
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [
                folder = folder.path as String, good = good as String,
                bad = good.replacing("\"Newsletter\"", with: bad) as String
            ] in
            try enter(folder)
            let container = try Container(
                scripts: ["container.lua"], types: [Mailer.self, Newsletter.self], environment: .dev)
            _ = try await container.resolve("newsletter", as: Newsletter.self)
            var count = 0
            // The second line is printed when the good edit has taken effect, the third one is about the bad edit.
            func print(_ item: Any) {
                if count == 2 { Swift.print("----") }
                Swift.print(item)
                count += 1
                if count == 2, (try? replaceFile("container.lua", with: bad)) == nil { exit(2) }
                if count == 3 { exit(0) }
            }
            let reloads = container.reloads()
            let watch = try container.watch()
            try replaceFile("container.lua", with: good)

            for await outcome in reloads {
                switch outcome {
                case .reloaded(let plan):
                    print(plan)
                    print(try await container.resolve("newsletter", as: Newsletter.self).publish())
                case .refused(let error):
                    print(error)
                }
            }

            watch.cancel()
        }
        let printed = text(result?.standardOutputContent).components(separatedBy: "\n----\n")
        #expect(printed == [try guide.output(3), try guide.output(4)])
    }

    @Test func theNewsletterGreetsItsReaders() throws {
        let container = try Container(
            text: """
                service "mailer" { type = "Mailer", args = { host = "mail.test", port = 2525 } }
                service "newsletter" { type = "Newsletter", args = { mailer = ref "mailer", greeting = "Hi" } }
                """,
            types: [Mailer.self, Newsletter.self], environment: .test)
        let newsletter = try container.resolve("newsletter", as: Newsletter.self)
        #expect(newsletter.publish() == "Hi, reader! (sent through mail.test:2525)")
    }
}
