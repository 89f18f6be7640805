/// A pass that Moonwire provides; ``Registrations/addPass(_:file:line:)`` and `pass.NAME { … }` in scripts add it.
public struct StandardPass: Sendable {
    package enum Kind: Sendable {
        case boundaries([Component])
        case captiveDependencies
        case unused

        /// The word of scripts.
        package var word: String {
            switch self {
            case .boundaries: "pass.boundaries"
            case .captiveDependencies: "pass.captive_dependencies"
            case .unused: "pass.unused"
            }
        }

        /// The severity of what it reports, unless it is stated.
        var usualSeverity: Diagnostic.Severity {
            switch self {
            case .boundaries, .captiveDependencies: .fault
            case .unused: .warning
            }
        }
    }

    /// A part of the application, for ``StandardPass/boundaries(_:except:severity:)``.
    public struct Component: Sendable {
        package let name: String
        let services: [Target]
        let uses: [String]
        /// The keys in the script that lead to the component; empty for one of the application.
        let path: [String]

        /// Creates a component.
        ///
        /// - Parameters:
        ///   - name: The name in messages, and in the `uses` of other components.
        ///   - services: The services that belong to it: ids, patterns such as `"mail*"`, `"tag:name"`, or `"type:Name"`.
        ///   - uses: The other components to whose services its services may refer.
        public init(_ name: String, services: [String], uses: [String] = []) {
            self.init(name, services.map { Target($0) }, uses, at: [])
        }

        package init(_ name: String, _ services: [Target], _ uses: [String], at path: [String]) {
            self.name = name
            self.services = services
            self.uses = uses
            self.path = path
        }
    }

    /// What selects services: an id, a pattern, a tag, or a type.
    package struct Target: Sendable {
        let target: HookTarget
        /// The keys in the script that lead to it; empty for one of the application.
        let path: [String]

        package init(_ text: String, at path: [String] = []) {
            target = HookTarget(text)
            self.path = path
        }
    }

    /// More names and patterns would be a mistake.
    static let mostNames = 256

    /// How many ids, patterns, and components it names.
    var nameCount: Int {
        guard case .boundaries(let components) = kind else { return exceptions.count }
        return components.reduce(exceptions.count) { $0 + 1 + $1.services.count + $1.uses.count }
    }

    package let kind: Kind
    let exceptions: [Target]
    let severity: Diagnostic.Severity

    package init(_ kind: Kind, except exceptions: [Target], severity: Diagnostic.Severity?) {
        self.kind = kind
        self.exceptions = exceptions
        self.severity = severity ?? kind.usualSeverity
    }

    /// A pass that reports references between services of different components, unless the component of the first uses that of
    /// the second.
    ///
    /// Services that belong to no component may refer to all others, and all others to them.
    ///
    /// ```swift
    /// services.addPass(
    ///     .boundaries(
    ///         .init("domain", services: ["tag:domain"]),
    ///         .init("web", services: ["web.*"], uses: ["domain"])))
    /// ```
    ///
    /// - Parameters:
    ///   - components: The components.
    ///   - exceptions: The services whose references are not reported, written like those of a component.
    ///   - severity: The severity of what it reports; a fault by default, which prevents the load.
    /// - Returns: The pass.
    public static func boundaries(
        _ components: Component..., except exceptions: [String] = [], severity: Diagnostic.Severity = .fault
    ) -> StandardPass {
        StandardPass(.boundaries(components), except: exceptions.map { Target($0) }, severity: severity)
    }

    /// A pass that reports services which live longer than their scope says, because a service that lives longer keeps them: a
    /// transient or weak service that a shared one is built with.
    ///
    /// - Parameters:
    ///   - exceptions: The services that may keep others, or may be kept.
    ///   - severity: The severity of what it reports; a fault by default, which prevents the load.
    /// - Returns: The pass.
    public static func captiveDependencies(
        except exceptions: [String] = [], severity: Diagnostic.Severity = .fault
    ) -> StandardPass {
        StandardPass(.captiveDependencies, except: exceptions.map { Target($0) }, severity: severity)
    }

    /// A pass that reports private services and parameters of scripts to which nothing in the scripts refers.
    ///
    /// - Parameters:
    ///   - exceptions: The services and parameters that only functions, slots, or the application use.
    ///   - severity: The severity of what it reports; a warning by default.
    /// - Returns: The pass.
    public static func unused(
        except exceptions: [String] = [], severity: Diagnostic.Severity = .warning
    ) -> StandardPass {
        StandardPass(.unused, except: exceptions.map { Target($0) }, severity: severity)
    }
}
