// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of swift-configuration.

public struct ConfigReader {}
public protocol ConfigProvider {}
public struct ConfigKey {}
public struct AbsoluteConfigKey {}
public struct ConfigValue {}
public enum ConfigContent {}
public enum ConfigType {}
public struct EnvironmentVariablesProvider {}
public struct InMemoryProvider {}
public protocol AccessReporter {}
public struct AccessLogger {}
public enum SecretsSpecifier<Key, Value> {}
public struct ConfigUpdatesAsyncSequence<Element> {}
