import Foundation
import Moonwire

// All messages about problems of a site.

extension Problem {
    static func missingFolder(_ folder: String) -> Problem { Problem("there is no such folder", in: folder) }

    static func missingInclude(_ path: String, in folder: String, near names: [String]) -> Problem {
        let near = Suggestions(among: names).nearest(to: path).first
        return Problem(
            "parameter \"site.include\" names \"\(path)\", which does not exist", in: folder, hints: meant(near))
    }

    static func unreadable(_ path: String, _ error: any Error) -> Problem {
        // Foundation's message differs between systems.
        let reason = access(path, R_OK) == 0 ? reason(error) : String(cString: strerror(errno))
        return Problem("cannot be read: \(reason)", in: path)
    }

    static func notUnicode(_ path: String, line: Int) -> Problem {
        Problem("the text is not UTF-8", in: path, line: line)
    }

    static func endlessFrontMatter(in file: String) -> Problem {
        Problem(
            "the page's head begins here and does not end", in: file, line: 1,
            hints: ["close it with a line of \"---\""])
    }

    static func noField(_ text: String, in file: String, line: Int) -> Problem {
        Problem("\"\(text)\" is not a field of the page's head", in: file, line: line, hints: ["write \"name: value\""])
    }

    static func fieldTwice(_ name: String, in file: String, line: Int) -> Problem {
        Problem("the page's head gives \"\(name)\" twice", in: file, line: line)
    }

    static func noDate(_ text: String, in file: String, line: Int?) -> Problem {
        Problem("\"date\" expects a day such as 2026-01-31, got \"\(text)\"", in: file, line: line)
    }

    static func noFlag(_ name: String, _ text: String, in file: String, line: Int?) -> Problem {
        Problem("\"\(name)\" expects true or false, got \"\(text)\"", in: file, line: line)
    }

    static func noNumber(_ name: String, _ text: String, in file: String, line: Int?) -> Problem {
        Problem("\"\(name)\" expects an integer, got \"\(text)\"", in: file, line: line)
    }

    static func sameAddress(_ page: Page, _ other: Page) -> Problem {
        Problem("would be written to \"\(page.address)\", which \(other.file) already uses", in: page.file)
    }

    static func sameFile(_ path: String) -> Problem {
        Problem("the site would have two files of this name", in: path)
    }

    static func fileOutside(_ path: String) -> Problem { Problem("would be outside the site", in: path) }

    static func unknownTemplate(_ name: String, in file: String, line: Int?, among names: [String]) -> Problem {
        let near = Suggestions(among: names).nearest(to: name).first
        return Problem("there is no template \"\(name)\"", in: file, line: line, hints: meant(near))
    }

    static func deadLink(_ link: Link, on page: String, _ suggestion: String?) -> Problem {
        Problem(
            "link \"\(link.url)\" refers to a file that does not exist", in: page, line: link.line,
            hints: meant(suggestion))
    }

    static func linkToOutside(_ link: Link, on page: String) -> Problem {
        Problem(
            "link \"\(link.url)\" refers to a file outside the site", in: page, line: link.line,
            hints: [
                "name it in parameter \"site.include\", or set \"site.repository\" to an address where it is published"
            ])
    }

    static func deadFragment(_ link: Link, _ fragment: String, on page: String, among known: Set<String>) -> Problem {
        let near = Suggestions(among: known).nearest(to: fragment).first
        return Problem(
            "link \"\(link.url)\" refers to a heading that does not exist", in: page, line: link.line,
            hints: meant(near.map { "#" + $0 }))
    }

    static func notASite(_ folder: String) -> Problem {
        Problem(
            "is not empty and does not contain a site that almanac wrote", in: folder,
            hints: ["nothing was written; choose another folder, or empty this one"])
    }

    static func siteOverPages(_ folder: String) -> Problem {
        Problem("the site would be written over its own pages", in: folder)
    }

    static func unwritable(_ path: String, _ error: any Error) -> Problem { unwritable(path, reason(error)) }

    static func unwritable(_ path: String, _ number: Int32) -> Problem {
        unwritable(path, String(cString: strerror(number)))
    }

    private static func unwritable(_ path: String, _ reason: String) -> Problem {
        Problem("cannot be written: \(reason)", in: path, hints: ["the site is unchanged"])
    }

    private static func meant(_ name: String?) -> [String] { name.map { ["did you mean \"\($0)\"?"] } ?? [] }

    /// The message of the system, however deeply it is nested.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        if let deeper = error.userInfo[NSUnderlyingErrorKey] as? NSError { return reason(deeper) }
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        return error.localizedFailureReason ?? error.localizedDescription
    }
}
